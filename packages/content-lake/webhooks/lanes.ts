import type { Message } from './types.ts'

/** Messages about one document for one webhook, oldest first: they leave one after another. One to be tried again has a lane of its own. */
export type Lane = {
  key: string
  hookId: string
  messages: Message[]
  /** Stops the wait before the next try. */
  stopWaiting?: () => void
}

/**
 * Hosted webhooks may arrive out of order after a failure (https://www.sanity.io/docs/content-lake/webhook-best-practices,
 * "Delays"): nothing waits behind a message that waits to be tried again.
 */
const keyOf = ({ id, tries, hookId, dataset, documentId }: Message): string =>
  tries > 0 ? id : JSON.stringify([hookId, dataset, documentId])

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
