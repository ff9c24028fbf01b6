import { article } from '../build/article.ts'
import { legalDocument } from '../build/legal-document.ts'

export const terms = legalDocument({
  name: 'terms',
  title: 'Terms of use',
  effectiveDate: '2026-11-01',
  body: article(
    'This text shows what the terms of this website would say, in plain words. Until a lawyer has read it, it does not form a contract.',
    '## What these terms are for',
    'They cover the use of this website: its pages, its calculator, its contact form and the voice assistant on it. The use of the product by a company has an agreement of its own, signed before anything is switched on. Where the two differ, the agreement counts.',
    '## What you may do',
    '- Read, print and share the pages, with a link to where they came from.',
    '- Use the phone scripts, tables and checklists of the blog in your own business.',
    '- Use the files of the press kit to write about us.',
    '## What you may not do',
    '- Send floods of requests or messages, or try to get round the limits that stop them.',
    '- Look for weaknesses in a way that harms others. If you find one by accident, tell us.',
    '- Use the name or the logo to suggest that we stand behind something we do not know.',
    '## What the pages are, and are not',
    'We write carefully and name sources. Still, an article is not advice for your case. Pages about law are not legal advice, and pages about gas, carbon monoxide, heat or electricity do not replace the fire department, the utility, the manufacturer or the codes where you work.',
    'Calculations use the numbers you put in, and examples say that they are examples. Prices on the site hold once they are agreed in writing.',
    '## The voice assistant on this site',
    'It is an automated assistant, and it can be wrong. Do not tell it secrets, and do not use it in an emergency: call 911 or your local number.',
    '## Other companies',
    'Names and marks of other companies belong to them. We link to sites we do not run; what they say and store is theirs.',
    '## Availability and liability',
    'The site is offered as it is. We try to keep it up and correct, and cannot promise either. Nothing here limits a liability that the law does not allow to be limited.',
    '## Which law',
    'To be completed by a lawyer: governing law, place of jurisdiction, and the name and address of the company.',
    '## Questions',
    'Write to [hello@ductwise.example](mailto:hello@ductwise.example), or use the [contact page](page-contact).',
  ),
  seo: {
    title: 'Terms of use of the Ductwise website',
    description:
      'What you may do with the pages, scripts and files of this website, what the articles and calculations are, and what they are not.',
  },
})
