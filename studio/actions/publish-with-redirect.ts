import { useState } from 'react'
import { type DocumentActionComponent, useClient } from 'sanity'
import { apiVersion } from '../../sanity/api-version.ts'
import { publicPath } from '../../sanity/content-types.ts'
import { endRedirects, keepLinks, moveOf } from '../../sanity/redirects/moved-page.ts'

/**
 * Wraps the publish action to redirect a page's old path. Stores the redirect first, so that visitors never get a 404.
 */
export const publishWithRedirect = (usePublish: DocumentActionComponent): DocumentActionComponent => {
  const PublishWithRedirect: DocumentActionComponent = (props) => {
    const { draft, published, version } = props
    const standard = usePublish(props)
    const client = useClient({ apiVersion })
    const [problem, setProblem] = useState<string>()

    const to = draft && publicPath(draft)
    if (!standard || version || !to) return standard
    const move = moveOf(published, draft)
    const publish = () => standard.onHandle?.()

    const redirectThenPublish = async () => {
      try {
        await (move ? keepLinks(client, move) : endRedirects(client, to))
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error))
        return
      }
      publish()
    }

    return {
      ...standard,
      onHandle: () => void redirectThenPublish(),
      ...(problem !== undefined && {
        dialog: {
          type: 'confirm',
          tone: 'critical',
          message: `Couldn’t save the redirect${move ? ` from ${move.from}` : ''} (${problem}). Nothing is published yet. Publish anyway?`,
          confirmButtonText: 'Publish without redirect',
          onCancel: () => setProblem(undefined),
          onConfirm: () => {
            setProblem(undefined)
            publish()
          },
        },
      }),
    }
  }
  return Object.assign(PublishWithRedirect, { action: usePublish.action, displayName: 'PublishWithRedirect' })
}
