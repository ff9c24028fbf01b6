/** Evaluates slow queries on a thread of their own, one after another, with a copy of the documents that it keeps. Given a Limit, it goes no further. */
import { parentPort, workerData } from 'node:worker_threads'
import { LakeError } from '../../errors.ts'
import { Replica } from '../../store/replica.ts'
import type { Limit } from '../evaluate/scope.ts'
import { runQuery, tryQuery } from '../run.ts'
import type { Question, Reply } from './messages.ts'

const limit = workerData as Limit | undefined
const replicas = new Map<string, { opened: string; replica: Replica }>()

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', (question: Question) => parentPort?.postMessage(replyTo(question)))

function replyTo({ file, opened, request }: Question): Reply {
  const started = performance.now()
  try {
    const snapshot = replicaOf(file, opened).snapshot()
    const answer = limit ? tryQuery(snapshot, request, limit) : runQuery(snapshot, request)
    if (limit && !answer) return { reached: limit }
    return { json: JSON.stringify(answer), ms: performance.now() - started }
  } catch (error) {
    if (error instanceof LakeError) return { refusal: { status: error.status, body: error.body } }
    throw error
  }
}

function replicaOf(file: string, opened: string): Replica {
  const known = replicas.get(file)
  if (known?.opened === opened) return known.replica
  known?.replica.close()
  const replica = new Replica(file)
  replicas.set(file, { opened, replica })
  return replica
}
