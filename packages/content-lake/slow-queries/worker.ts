import { parentPort, workerData } from 'node:worker_threads'
import type { Limit } from '../query/evaluate/scope.ts'
import { tryQuery } from '../query/run.ts'
import { openReplica } from '../store/database.ts'
import { LakeError } from '../store/errors.ts'
import { STARTED_MESSAGE, type Question, type Reply } from './lane.ts'

type Replica = ReturnType<typeof openReplica>

const limit = workerData as Limit
const replicas = new Map<string, { instanceId: string; replica: Replica }>()
const encoder = new TextEncoder()

parentPort?.on('message', (question: Question) => {
  const reply = createReply(question)
  parentPort?.postMessage(reply, 'json' in reply ? [reply.json.buffer] : [])
})

function createReply({ file, opened, request }: Question): Reply {
  try {
    const snapshot = getReplica(file, opened).snapshot()
    parentPort?.postMessage(STARTED_MESSAGE, [])
    const startedAt = performance.now()
    const json = tryQuery(snapshot, request, limit)
    if (json === undefined) return { reached: limit }
    return { json: encoder.encode(json), ms: performance.now() - startedAt }
  } catch (error) {
    if (error instanceof LakeError) return { refusal: { status: error.status, body: error.body } }
    throw error
  }
}

function getReplica(file: string, instanceId: string): Replica {
  const cached = replicas.get(file)
  if (cached?.instanceId === instanceId) return cached.replica
  cached?.replica.close()
  const replica = openReplica(file)
  replicas.set(file, { instanceId, replica })
  return replica
}
