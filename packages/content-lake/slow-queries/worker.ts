import { parentPort, workerData } from 'node:worker_threads'
import type { Limit } from '../query/evaluate/scope.ts'
import { tryQuery } from '../query/run.ts'
import { openReplica } from '../store/database.ts'
import { LakeError } from '../store/errors.ts'
import { BEGUN, type Question, type Reply } from './lane.ts'

type Replica = ReturnType<typeof openReplica>

const limit = workerData as Limit
const replicas = new Map<string, { opened: string; replica: Replica }>()
const encoder = new TextEncoder()

parentPort?.on('message', (question: Question) => {
  const reply = replyTo(question)
  parentPort?.postMessage(reply, 'json' in reply ? [reply.json.buffer] : [])
})

function replyTo({ file, opened, request }: Question): Reply {
  try {
    const snapshot = replicaOf(file, opened).snapshot()
    parentPort?.postMessage(BEGUN, [])
    const started = performance.now()
    const answer = tryQuery(snapshot, request, limit)
    if (answer === undefined) return { reached: limit }
    return { json: encoder.encode(answer), ms: performance.now() - started }
  } catch (error) {
    if (error instanceof LakeError) return { refusal: { status: error.status, body: error.body } }
    throw error
  }
}

function replicaOf(file: string, opened: string): Replica {
  const known = replicas.get(file)
  if (known?.opened === opened) return known.replica
  known?.replica.close()
  const replica = openReplica(file)
  replicas.set(file, { opened, replica })
  return replica
}
