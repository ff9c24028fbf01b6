import { article, table } from '../build/article.ts'
import { legalDocument } from '../build/legal-document.ts'

export const privacyPolicy = legalDocument({
  name: 'privacy-policy',
  title: 'Privacy policy',
  effectiveDate: '2026-11-01',
  body: article(
    'This page describes what this website does today, in plain words. Until a lawyer has read it, it is not a binding statement of a company.',
    '## What this page covers',
    'This page is about the public website: what it stores when you read it, write to us, or talk to the voice assistant. Calls that a heating and cooling company takes through the product are handled under a contract with that company, which decides how long they are kept.',
    '## When you read a page',
    'Pages are delivered without advertising, without analytics scripts and without tracking pixels. Like every web server, ours sees your network address, the page you ask for and what your browser says about itself. We use that to deliver the page, to limit abuse and to find faults. Pictures and fonts come from our own server.',
    '## When you write to us',
    table(
      'What the contact form stores',
      ['What', 'Why', 'Needed'],
      ['Name, e-mail', 'To answer you', 'Yes'],
      ['Company', 'To know who is asking', 'Yes'],
      ['Phone', 'To call back, if you want that', 'No'],
      ['Message', 'To answer it', 'Yes'],
      ['Time of the message', 'To answer in order', 'Automatic'],
      ['A one-way code made from your network address, for a short while', 'To stop floods of messages', 'Automatic'],
    ),
    'Your message is stored first and then sent on to the people who answer it, by e-mail and, where it is set up, to our office software. We do not sell it, and we do not use it for anything but an answer.',
    '## When you talk to the voice assistant',
    'The button at the bottom of the page loads nothing by itself. When you point at it, focus it or press it, your browser loads the assistant from the company that provides the voice, by default ElevenLabs. From then on that company receives your network address and, once you allow the microphone and speak, your voice. If you do not use the button, none of this happens.',
    '## When you follow a link out',
    'Booking a demo and our social profiles are on other companies’ sites. What they store is in their own policies.',
    '## What is kept in your browser',
    'Your choice of light or dark colors. Signing in adds what a session needs. The list is in the [cookie policy](legal-cookie-policy).',
    '## How long',
    'The website deletes a message by itself one year after you wrote it. Those who answer you have a copy in their mailbox; they review it once a year and delete what nobody needs. Server logs are kept for a short time and then overwritten.',
    '## Your choices',
    '- Ask what we have stored about you, and get a copy.',
    '- Have it corrected or deleted.',
    '- Object to an answer being kept.',
    'Write to [hello@ductwise.example](mailto:hello@ductwise.example). Depending on where you live, laws such as the GDPR in Europe or the CCPA in California give you these rights and more, and a public authority to turn to. We would treat everyone alike.',
    '## Children',
    'The site is meant for businesses. We do not knowingly store messages from children.',
    '## Changes',
    'If this page changes in a way that matters to you, the date at the top changes with it and the earlier text stays available on request.',
  ),
  seo: {
    title: 'Privacy policy of the Ductwise website',
    description:
      'What this website stores when you read it, use the contact form or talk to the voice assistant, for how long, and which choices you have.',
  },
})
