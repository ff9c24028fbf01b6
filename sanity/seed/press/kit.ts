import { downloads } from '../build/press-document.ts'
import type { SeedDocument } from '../types.ts'

/** One paragraph to be printed as it is; also part of the fact sheet (files/fact-sheet.ts). */
export const boilerplate =
  'Ductwise is a phone assistant for heating and cooling companies. It answers calls and messages when the office is closed or every line is busy, says that it is an automated assistant, asks what a dispatcher asks, and books visits into the windows a company has opened. Callers who report a gas smell or a carbon monoxide alarm are told to leave and to call 911. It does not diagnose, does not price repairs and does not call strangers.'

export const pressKit: SeedDocument = {
  _id: 'pressKit',
  _type: 'pressKit',
  heading: 'For people who write about us',
  intro: 'Logos, a fact sheet and a paragraph you may print as it is.',
  boilerplate,
  downloads: downloads([
    {
      label: 'Logo for dark grounds, SVG',
      description: 'Mark and name in two temperatures, letters in paper white.',
      file: 'ductwise-logo-dark.svg',
    },
    {
      label: 'Logo for light grounds, SVG',
      description: 'The same with darker tones and ink letters.',
      file: 'ductwise-logo-light.svg',
    },
    {
      label: 'Logo for dark grounds, PNG',
      description: '1600 pixels wide, transparent.',
      file: 'ductwise-logo-dark.png',
    },
    {
      label: 'Logo for light grounds, PNG',
      description: '1600 pixels wide, transparent.',
      file: 'ductwise-logo-light.png',
    },
    {
      label: 'Mark alone, SVG',
      description: 'For icons and small sizes, from 16 pixels.',
      file: 'ductwise-mark.svg',
    },
    {
      label: 'Fact sheet, Markdown',
      description: 'What it does, what it leaves alone, and where to read more. Opens in any text editor.',
      file: 'ductwise-fact-sheet.md',
    },
  ]),
  contactEmail: 'press@ductwise.example',
}
