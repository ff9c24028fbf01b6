import { type ContactFault, type ContactField, CONTACT_LIMITS } from '@/lib/contact/fields.ts'
import type { Words } from '@/lib/words.ts'
import { fill } from '../ui/fill.tsx'

/** Labels and buttons of the form. */
export type ContactWords = Words['contact']

/** What the form says when a message is not sent. */
export type ProblemWords = Words['contactProblems']

/** What asks for each field. The phone number may be left out, so all that can be asked for is how to write it. */
const REQUESTS = {
  name: 'missingName',
  company: 'missingCompany',
  email: 'missingEmail',
  phone: 'malformedPhone',
  message: 'missingMessage',
} as const satisfies Record<ContactField, keyof ProblemWords>

/** One sentence that says what to do about a field. */
export function faultText(
  field: ContactField,
  fault: ContactFault,
  words: ContactWords,
  problemWords: ProblemWords,
): string {
  const label = words[`${field}Label`]
  switch (fault) {
    case 'missing':
      return problemWords[REQUESTS[field]]
    case 'malformed':
      return problemWords[field === 'email' ? 'malformedEmail' : REQUESTS[field]]
    case 'long':
      return fill(problemWords.long, { field: label, limit: CONTACT_LIMITS[field] })
    case 'control':
      return fill(problemWords.control, { field: label })
  }
}
