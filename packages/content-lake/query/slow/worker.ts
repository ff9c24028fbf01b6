/** Evaluates slow queries on a thread of their own, one after another, with a copy of the documents that it keeps. */
import { parentPort } from 'node:worker_threads'
import { LakeError } from '../../errors.ts'
import { Replica } from '../../store/replica.ts'
import { runQuery } from '../run.ts'
import type { Question, Reply } from './messages.ts'

const replicas = new Map<string, { opened: string; replica: Replica }>()

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', (question: Question) => parentPort?.postMessage(replyTo(question)))

function replyTo({ file, opened, request }: Question): Reply {
  try {
    return { json: JSON.stringify(runQuery(replicaOf(file, opened).snapshot(), request)) }
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
