import type { Message } from './types.ts'

/** Messages about one document for one webhook, oldest first: they leave one after another. */
export type Lane = {
  key: string
  hookId: string
  messages: Message[]
  /** Stops the wait before the next try. */
  stopWaiting?: () => void
}

const keyOf = ({ hookId, dataset, documentId }: Message): string => JSON.stringify([hookId, dataset, documentId])

/** Lanes by webhook and document; `onNew` is called when a lane appears. */
export function createLanes(onNew: (lane: Lane) => void) {
  const lanes = new Map<string, Lane>()
  return {
    add(message: Message): void {
      const key = keyOf(message)
      const lane = lanes.get(key)
      if (lane) {
        lane.messages.push(message)
        return
      }
      const created: Lane = { key, hookId: message.hookId, messages: [message] }
      lanes.set(key, created)
      onNew(created)
    },
    /** Takes the finished message off; answers whether another one waits behind it. */
    advance(lane: Lane): boolean {
      lane.messages.shift()
      if (lane.messages.length > 0) return true
      lanes.delete(lane.key)
      return false
    },
    all: (): Iterable<Lane> => lanes.values(),
  }
}
