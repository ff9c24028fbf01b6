import { Hono } from 'hono'
import { notFound } from '../errors.ts'
import { type Agent, agentFields, agentJson, merged } from '../store/agent.ts'
import { newId } from '../store/store.ts'
import { readBody } from './body.ts'
import type { Services } from './services.ts'

/** An agent. @throws {VoiceError} 404 */
export function agentOf({ store }: Pick<Services, 'store'>, id: string): Agent {
  const agent = store.agent(id)
  if (!agent) throw notFound('agent', id)
  return agent
}

/** Source: https://elevenlabs.io/docs/eleven-agents/api-reference/agents */
export function agentRoutes(services: Services): Hono {
  const { store, now } = services
  const routes = new Hono()
  routes.post('/create', async (c) => {
    const fields = await readBody(c, agentFields.required({ conversation_config: true }))
    const agent = { id: newId('agent'), fields, createdAt: now() }
    store.putAgent(agent)
    return c.json({ agent_id: agent.id })
  })
  routes.get('/:id', (c) => c.json(agentJson(agentOf(services, c.req.param('id')))))
  routes.patch('/:id', async (c) => {
    const id = c.req.param('id')
    const change = await readBody(c, agentFields)
    const agent = agentOf(services, id)
    const changed = { ...agent, fields: merged(agent.fields, change) }
    const { privacy } = changed.fields.platform_settings ?? {}
    store.transaction(() => {
      store.putAgent(changed)
      if (change.platform_settings?.privacy?.apply_to_existing_conversations && privacy) store.keepBy(id, privacy)
    })
    return c.json(agentJson(changed))
  })
  return routes
}
