import { ClipboardIcon } from '@sanity/icons/Clipboard'
import { wordGroups } from '../../../../lib/words.ts'
import { defineField } from '../../define.ts'
import { definePicture, textField } from './define-picture.ts'
import { radioOptions } from '../../fields/radio-options.ts'

const { words } = wordGroups.product

/** The fields of the note in the order of the dashboard, with the labels that the document _Words_ begins with. */
const FACTS = (['problem', 'safety', 'system', 'address', 'urgency', 'name', 'phone', 'fee', 'window'] as const).map(
  (name) => ({ value: name, title: words[name].text }),
)

const STATES = [
  { title: 'Booked', value: 'booked' },
  { title: 'Needs the owner', value: 'attention' },
]

export const handoverPicture = definePicture({
  name: 'handoverPicture',
  title: 'Handover note',
  icon: ClipboardIcon,
  description: 'What a call ends as: nine fields, and the words that gave one of them.',
  fields: [
    defineField({
      name: 'state',
      title: 'How the call ended',
      type: 'string',
      description: 'What needs the owner is in the warm color, what is booked in the cool one.',
      options: radioOptions(STATES),
      initialValue: 'booked',
      validation: (rule) => rule.required(),
    }),
    textField('time', 'Time of the call', { description: 'As it is shown: 2:14 AM.', max: 20 }),
    textField('heard', 'What the caller said', { description: 'One line of the call.', max: 160, lines: 2 }),
    textField('quote', 'Words in it to mark', {
      description: 'A part of the line above, in the same spelling.',
      max: 160,
      isRequired: false,
    }),
    defineField({
      name: 'quoted',
      title: 'Field that they gave',
      type: 'string',
      options: { list: FACTS },
    }),
    defineField({
      name: 'facts',
      title: 'Fields of the note',
      type: 'object',
      description: 'A field without a text is named as not known yet.',
      options: { collapsible: false },
      fields: FACTS.map(({ value, title }) => textField(value, title, { max: 80, isRequired: false })),
    }),
    textField('rule', 'Rule that was followed', { max: 120, isRequired: false }),
    textField('outcome', 'How it ended', { description: 'The last line: Booked: Tue 6:30–7:30 AM.', max: 80 }),
  ],
})
