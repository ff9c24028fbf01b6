/** Labels of dangers to life. Advice: `lib/dashboard/assistant/safety.ts`. */
export const SAFETY_KINDS = {
  gas: 'Gas leak or odor',
  'carbon-monoxide': 'Carbon monoxide',
  fire: 'Fire or smoke',
  electrical: 'Electrical burning or sparks',
  'water-electrical': 'Water on electrical parts',
  cold: 'No heat with someone at risk',
  heat: 'No cooling with someone at risk',
} as const

export type SafetyKind = keyof typeof SAFETY_KINDS

export const SAFETY_KIND_NAMES = Object.keys(SAFETY_KINDS) as SafetyKind[]
