import 'server-only'
import { reverificationError } from '@clerk/backend/internal'
import type { OPERATIONS } from './areas.ts'
import { decide, isMember, type Member, type Refusal, type Rule } from './decide.ts'
import { refusalSentence } from './refusal-words.ts'
import { currentFacts } from './session.ts'

type OperationRule = (typeof OPERATIONS)[keyof typeof OPERATIONS]

/** What a program is told: a sentence, and the reason by its name. */
type RefusalBody = { error: string; reason: Refusal['verdict'] }

/** What `useReverification` of Clerk understands: it asks the person and repeats the request. */
type ReverificationBody = ReturnType<typeof reverificationError>

export type Refused = { status: 401 | 403; body: RefusalBody & Partial<ReverificationBody> }

const UNAUTHENTICATED = new Set<Refusal['verdict']>(['signed-out', 'pending'])

function refused(refusal: Refusal): Refused {
  return {
    status: UNAUTHENTICATED.has(refusal.verdict) ? 401 : 403,
    body: {
      error: refusalSentence(refusal),
      reason: refusal.verdict,
      ...(refusal.verdict === 'reverify' && reverificationError(refusal.reverification)),
    },
  }
}

/**
 * Lets somebody do something, in a route or an action, before it reads or changes anything.
 * @returns who it is, or what to answer instead; `body` is for both: JSON of a route, result of an action
 */
export async function requireOperation(rule: OperationRule): Promise<{ member: Member } | { refused: Refused }> {
  const facts = await currentFacts()
  const decision = decide(facts, rule satisfies Rule)
  if (decision.verdict !== 'allow') return { refused: refused(decision) }
  if (!isMember(facts)) return { refused: refused({ verdict: 'no-organization' }) }
  return { member: facts }
}

const NO_STORE = { 'Cache-Control': 'no-store' }

/** The answer of a route to somebody who may not. */
export const refusalResponse = ({ status, body }: Refused): Response =>
  Response.json(body, { status, headers: NO_STORE })
