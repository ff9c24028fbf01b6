import { z } from 'zod'
import { URGENCY_NAMES } from './lead.ts'
import { userText } from './organization-settings.ts'

/* Instructions of the assistant. Opening hours, area, greeting and on-call list: `lib/dashboard/settings/input.ts`. */

export const LANGUAGES = { en: 'English', es: 'Spanish' } as const

export type Language = keyof typeof LANGUAGES

export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as Language[]

const buildLineSchema = (max: number, emptyMessage = 'Enter text or remove this line') =>
  userText.min(1, emptyMessage).max(max, `Use ${max} characters or fewer`)

/** Limits of lists: number of entries, and characters per entry. */
export const LINE_LIMITS = {
  jobs: { most: 40, length: 80 },
  brands: { most: 60, length: 60 },
  words: { most: 60, length: 80 },
} as const

export const MAX_REFUSED_JOBS = 40
export const MAX_ANSWERS = 60

/** A list of unique lines; the comparison ignores case. */
const buildLinesSchema = ({ most, length }: { most: number; length: number }) =>
  z
    .array(buildLineSchema(length))
    .max(most, `Enter up to ${most} lines`)
    .refine((all) => new Set(all.map((each) => each.toLowerCase())).size === all.length, 'List each only once')

const feeText = userText
  .max(200, 'Use 200 characters or fewer')
  .nullable()
  .overwrite((text) => text || null)

export const instructions = z.strictObject({
  /** Spoken languages. The assistant starts in the first one and follows the caller's language. */
  languages: z
    .array(z.enum(LANGUAGE_NAMES))
    .min(1, 'Select at least one language')
    .refine((all) => new Set(all).size === all.length, 'List each only once'),
  /** Prices in the company's words, such as "$89, credited to the repair". Null refers callers to the office. */
  fees: z.strictObject({
    visit: feeText,
    afterHours: feeText,
  }),
  jobs: z.strictObject({
    /** Accepted jobs, such as "furnace repair". If empty, all jobs are accepted. */
    taken: buildLinesSchema(LINE_LIMITS.jobs),
    /** Declined jobs, each with the reply to the caller. */
    refused: z
      .array(z.strictObject({ job: buildLineSchema(80), words: buildLineSchema(300) }))
      .max(MAX_REFUSED_JOBS, `Enter up to ${MAX_REFUSED_JOBS} jobs`),
  }),
  brands: z.strictObject({
    /** Serviced brands. If empty, all brands are serviced. */
    served: buildLinesSchema(LINE_LIMITS.brands),
    refused: buildLinesSchema(LINE_LIMITS.brands),
  }),
  answers: z
    .array(z.strictObject({ question: buildLineSchema(200), answer: buildLineSchema(600) }))
    .max(MAX_ANSWERS, `Enter up to ${MAX_ANSWERS} questions`),
  /** Keywords by urgency. If several match, the most urgent one decides. */
  urgencyWords: z.strictObject(
    Object.fromEntries(URGENCY_NAMES.map((name) => [name, buildLinesSchema(LINE_LIMITS.words)])) as Record<
      (typeof URGENCY_NAMES)[number],
      ReturnType<typeof buildLinesSchema>
    >,
  ),
})

export type Instructions = z.infer<typeof instructions>

export const DEFAULT_INSTRUCTIONS: Instructions = {
  languages: ['en', 'es'],
  fees: { visit: null, afterHours: null },
  jobs: { taken: [], refused: [] },
  brands: { served: [], refused: [] },
  answers: [],
  urgencyWords: {
    // No keywords by default, because dangers to life are built in (`safety.ts`).
    now: [],
    today: [
      'no heat',
      'heat is out',
      'no cooling',
      'ac is out',
      'water is leaking',
      'dripping through the ceiling',
      'no hay calefacción',
      'sin calefacción',
      'calefacción no funciona',
      'calefacción no enciende',
      'calefacción no prende',
      'no funciona la calefacción',
      'descompuso la calefacción',
      'calefacción dejó de funcionar',
      'no tengo calefacción',
      'no tenemos calefacción',
      'no hay aire',
      'no tengo aire',
      'sin aire',
      'aire no funciona',
      'aire acondicionado no funciona',
      'no funciona el aire',
      'goteras',
      'gotea',
      'fuga de agua',
    ],
    soon: [
      'not heating well',
      'not cooling well',
      'strange noise',
      'thermostat',
      'no calienta bien',
      'no enfría bien',
      'ruido extraño',
      'ruido raro',
      'termostato',
    ],
    later: [
      'tune-up',
      'maintenance',
      'estimate',
      'quote',
      'filter',
      'mantenimiento',
      'presupuesto',
      'cotización',
      'filtro',
    ],
  },
}
