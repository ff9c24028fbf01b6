/** Labels of urgencies, most urgent first. */
export const URGENCIES = { now: 'Now', today: 'Today', soon: 'This week', later: 'Flexible' } as const

export type Urgency = keyof typeof URGENCIES

export const URGENCY_NAMES = Object.keys(URGENCIES) as Urgency[]

/** Labels of stages, in order. */
export const STAGES = { new: 'New', qualified: 'Qualified', booked: 'Booked', won: 'Won', lost: 'Lost' } as const

export type Stage = keyof typeof STAGES

export const STAGE_NAMES = Object.keys(STAGES) as Stage[]

export const SOURCES = { call: 'Call', chat: 'Chat', form: 'Web form', import: 'Import', api: 'API' } as const

export type Source = keyof typeof SOURCES

export const SOURCE_NAMES = Object.keys(SOURCES) as Source[]
