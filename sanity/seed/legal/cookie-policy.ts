import { article, table } from '../build/article.ts'
import { legalDocument } from '../build/legal-document.ts'

export const cookiePolicy = legalDocument({
  name: 'cookie-policy',
  title: 'Cookie policy',
  effectiveDate: '2026-11-01',
  body: article(
    'The table below lists what this website keeps in your browser today.',
    '## In short',
    'A visitor who reads the site gets no cookie. One setting is kept in your browser if you change it. Cookies come when you sign in, because a session cannot work without them. There is no advertising, and nothing follows you from page to page, so there is no banner asking you to agree to it.',
    '## What is kept',
    table(
      'Storage in your browser',
      ['Name', 'Kind', 'When', 'Purpose', 'Stays'],
      [
        'theme',
        'Local storage',
        'When you choose light, dark or system',
        'Shows the colors you chose',
        'Until you clear it',
      ],
      [
        'Session cookies',
        'Cookies',
        'When you sign in',
        'Keep you signed in and protect forms',
        'Until you sign out or they expire',
      ],
      ['Preview cookies', 'Cookies', 'Only for our editors', 'Show unpublished pages', 'Until the preview is left'],
    ),
    'All of them are needed for something you asked for. None follows you to another site.',
    '## Counting pages',
    'The site counts how often each page is shown: a number for each page and day. This needs nothing in your browser, keeps nothing about you, and leaves out those whose browser sends Do Not Track or Global Privacy Control. The [privacy policy](legal-privacy-policy) says how it works.',
    '## The voice assistant',
    'The assistant at the bottom of the page is loaded from another company, by default ElevenLabs, and only when you point at its button, focus it or press it. From then on that company may keep data of its own in your browser. If you do not use the button, nothing is loaded.',
    '## Links to other sites',
    'Booking a demo opens another company’s site, with its own cookies and its own policy.',
    '## How to remove everything',
    '1. Open your browser’s settings for site data.',
    '1. Look for this site’s address.',
    '1. Remove what is listed. The site works as before, in its default colors, and you are signed out.',
    '## If this changes',
    'Should we ever want something that is not strictly needed, such as recognizing visitors, it will be off until you say yes, and this table will name it. The [privacy policy](legal-privacy-policy) tells the rest.',
  ),
  seo: {
    title: 'Cookie policy of the Ductwise website',
    description:
      'What this website keeps in your browser, when and for how long, what the voice assistant adds when you use it, and how to remove everything.',
  },
})
