import { defineField } from '../define.ts'
import { radioOptions } from './radio-options.ts'

const SPEAKERS = [
  { title: 'Caller', value: 'caller' },
  { title: 'Assistant', value: 'assistant' },
]

/** Who says a line of a sample call. */
export const speakerField = defineField({
  name: 'speaker',
  title: 'Who speaks',
  type: 'string',
  options: radioOptions(SPEAKERS),
  initialValue: 'caller',
  validation: (rule) => rule.required(),
})

/**
 * What is said in a line of a sample call.
 * @param longest characters at most
 */
export const saidField = (longest: number) =>
  defineField({
    name: 'text',
    title: 'What is said',
    type: 'text',
    rows: 2,
    validation: (rule) => rule.required().max(longest),
  })
