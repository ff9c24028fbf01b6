import * as field from '../shared/field.ts'

export const speakerField = field.choice(
  'speaker',
  'Who speaks',
  { caller: 'Caller', assistant: 'Assistant' },
  { initialValue: 'caller', isRequired: true },
)

export const saidField = (longest: number) => field.text('text', 'What is said', longest, { lines: 2 })
