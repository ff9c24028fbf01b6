import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase, preparedStatements, transactionsOn } from '../../local-server/index.ts'
import type { Agent, Privacy } from './agent.ts'
import type { Conversation } from './conversation.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS agent (id TEXT PRIMARY KEY, content TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS conversation (id TEXT PRIMARY KEY, agentId TEXT NOT NULL, content TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS conversation_by_agent ON conversation (agentId);
`

export type Store = ReturnType<typeof openStore>

/** An unguessable id in the vendor's form. */
export const newId = (kind: 'agent' | 'conv'): string => `${kind}_${randomBytes(14).toString('hex')}`

/** Opens `<folder>/voice.sqlite`. Throws when another server has it open. */
export function openStore(folder: string) {
  const db = openDatabase(join(folder, 'voice.sqlite'), SCHEMA, {
    exclusive: `another server uses the folder ${folder}`,
  })
  const { transaction } = transactionsOn(db)
  const statement = preparedStatements(db)
  const read = <Record>(row: unknown): Record | undefined =>
    row === undefined ? undefined : (JSON.parse((row as { content: string }).content) as Record)

  const putConversation = (conversation: Conversation): void => {
    const { id, agentId } = conversation
    statement('INSERT OR REPLACE INTO conversation (id, agentId, content) VALUES (?, ?, ?)').run(
      id,
      agentId,
      JSON.stringify(conversation),
    )
  }

  return {
    /** For the tables of outgoing webhooks, and so in the same transactions. */
    db,
    transaction,
    agent: (id: string) => read<Agent>(statement('SELECT content FROM agent WHERE id = ?').get(id)),
    putAgent: (agent: Agent): void => {
      statement('INSERT OR REPLACE INTO agent (id, content) VALUES (?, ?)').run(agent.id, JSON.stringify(agent))
    },
    conversation: (id: string) =>
      read<Conversation>(statement('SELECT content FROM conversation WHERE id = ?').get(id)),
    putConversation,
    /** @returns whether there was one */
    deleteConversation: (id: string): boolean => statement('DELETE FROM conversation WHERE id = ?').run(id).changes > 0,
    /** Has the conversations of an agent kept by another retention from now on. */
    keepBy: (agentId: string, privacy: Privacy): void =>
      transaction(() => {
        for (const row of statement('SELECT content FROM conversation WHERE agentId = ?').all(agentId)) {
          const conversation = read<Conversation>(row)
          if (conversation) putConversation({ ...conversation, privacy })
        }
      }),
    close: () => db.close(),
  }
}
