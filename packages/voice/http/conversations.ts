import { Hono } from 'hono'
import { soundOf } from '../calls/sound.ts'
import { notFound } from '../errors.ts'
import { type Conversation, conversationJson, leftOf } from '../store/conversation.ts'
import type { Services } from './services.ts'

/** Source: https://elevenlabs.io/docs/eleven-agents/api-reference/conversations */
export function conversationRoutes({ store, now }: Services): Hono {
  const conversationOf = (id: string): Conversation => {
    const conversation = store.conversation(id)
    if (!conversation) throw notFound('conversation', id)
    return conversation
  }
  const routes = new Hono()
  routes.get('/:id', (c) => c.json(conversationJson(conversationOf(c.req.param('id')), now())))
  routes.delete('/:id', (c) => {
    const id = c.req.param('id')
    if (!store.deleteConversation(id)) throw notFound('conversation', id)
    return c.json({})
  })
  routes.get('/:id/audio', (c) => {
    const conversation = conversationOf(c.req.param('id'))
    if (!leftOf(conversation, now()).sound) throw notFound('audio', conversation.id)
    const sound = soundOf(conversation.fields)
    return c.body(new Uint8Array(sound), 200, { 'content-type': 'audio/wav', 'content-length': String(sound.length) })
  })
  return routes
}
