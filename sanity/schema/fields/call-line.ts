import * as field from '../shared/field.ts'

export const speakerField = field.choice(
  'speaker',
  'Speaker',
  { caller: 'Caller', assistant: 'Assistant' },
  { initialValue: 'caller', isRequired: true },
)

export const defineLineTextField = (maxLength: number) => field.text('text', 'Text', maxLength, { lines: 2 })
