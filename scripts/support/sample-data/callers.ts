import { randomUUID } from 'node:crypto'
import type { callerNumbers, callers } from '../../../lib/dashboard/schema/callers.ts'
import { COMPANY } from './content.ts'
import type { Rows } from './rows.ts'

const NUMBERS_PER_AREA_CODE = 100

export type Caller = { name: string; first: string; phone: string; address: string; zip: string }

/** Returns a seeded generator of random numbers in [0, 1). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    // Uses mulberry32, which is random enough for sample data.
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)] as Item

export function createCaller(index: number, random: () => number): Caller {
  const { areaCodes, firstNames, lastNames, streets } = COMPANY.callers
  const first = pick(firstNames, random)
  const { zip } = pick(COMPANY.settings.serviceArea, random)
  const area = areaCodes[Math.floor(index / NUMBERS_PER_AREA_CODE) % areaCodes.length]
  return {
    first,
    name: `${first} ${pick(lastNames, random)}`,
    phone: `+1${area}55501${String(index % NUMBERS_PER_AREA_CODE).padStart(2, '0')}`,
    address: `${10 + Math.floor(random() * 890)} ${pick(streets, random)}`,
    zip,
  }
}

type CallerRows = {
  callers: (typeof callers.$inferInsert & { id: string })[]
  numbers: (typeof callerNumbers.$inferInsert)[]
}

/** Returns callers by number, with their latest name, and the address and system of their lead. */
export function buildCallerRows({ calls, leads }: Pick<Rows, 'calls' | 'leads'>): CallerRows {
  const byPhone = new Map<string, CallerRows['callers'][number]>()
  for (const { callerPhone, callerName, startedAt, createdAt } of calls) {
    if (!callerPhone) continue
    const previous = byPhone.get(callerPhone) ?? { id: randomUUID(), organizationId: '', createdAt }
    byPhone.set(callerPhone, { ...previous, name: callerName ?? previous.name ?? null, latestAt: startedAt })
  }
  for (const { phone, name, address, zip, system } of leads) {
    const caller = phone && byPhone.get(phone)
    if (caller) Object.assign(caller, { name, address: [address, zip].filter(Boolean).join(', '), system })
  }
  const numbers = [...byPhone].map(([phone, { id }]) => ({ organizationId: '', phone, callerId: id }))
  return { callers: [...byPhone.values()], numbers }
}
