import type { ComponentType } from 'react'
import { type Tool, useCurrentUser } from 'sanity'
import { canWrite } from '../access/roles.ts'

/**
 * Replaces the preview with an explanation for read-only users.
 * They cannot store the preview's one-time secret in the Content Lake.
 */
function restrictToWriters(Preview: ComponentType<{ tool: Tool }>, siteUrl: string) {
  return function PreviewForWriters(props: { tool: Tool }) {
    const user = useCurrentUser()
    if (canWrite(user)) return <Preview {...props} />
    const role = user?.roles.map(({ title }) => title).join(', ') || 'none'
    return (
      <section style={noticeStyle}>
        <h1 style={{ fontSize: '1.3125rem', margin: 0 }}>Your role can’t preview drafts</h1>
        <p>
          Your role ({role}) is read-only, and the preview needs write access. You can read every draft under Content.
          To preview drafts as pages, ask a project administrator for the Editor role.
        </p>
        <p>
          <a href={siteUrl} target="_blank" rel="noreferrer">
            Open the published site
          </a>
        </p>
      </section>
    )
  }
}

export const explainPreviewAccess =
  (siteUrl: string) =>
  (tools: Tool[]): Tool[] =>
    tools.map((tool) =>
      tool.name === 'presentation' ? { ...tool, component: restrictToWriters(tool.component, siteUrl) } : tool,
    )

const noticeStyle = {
  maxWidth: '36rem',
  margin: '12vh auto',
  padding: '0 1.5rem',
  lineHeight: 1.5,
  color: 'var(--card-fg-color)',
} as const
