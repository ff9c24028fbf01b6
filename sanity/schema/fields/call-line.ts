import * as field from '../shared/field.ts'

export const speakerField = field.choice(
  'speaker',
  'Speaker',
  { caller: 'Caller', assistant: 'Assistant' },
  { initialValue: 'caller', isRequired: true },
)

export const saidField = (longest: number) => field.text('text', 'Text', longest, { lines: 2 })
