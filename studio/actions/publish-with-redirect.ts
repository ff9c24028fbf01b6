import { useState } from 'react'
import { type DocumentActionComponent, useClient } from 'sanity'
import { apiVersion } from '../../sanity/api-version.ts'
import { publicPath } from '../../sanity/content-types.ts'
import { deleteRedirectsFrom, createMoveRedirects, findMove } from '../../sanity/redirects/moved-page.ts'

/**
 * Wraps the publish action to redirect a page's old path. Stores the redirect first, so that visitors never get a 404.
 */
export const createPublishWithRedirect = (usePublish: DocumentActionComponent): DocumentActionComponent => {
  const PublishWithRedirect: DocumentActionComponent = (props) => {
    const { draft, published, version } = props
    const defaultAction = usePublish(props)
    const client = useClient({ apiVersion })
    const [problem, setProblem] = useState<string>()

    const to = draft && publicPath(draft)
    if (!defaultAction || version || !to) return defaultAction
    const move = findMove(published, draft)
    const publish = () => defaultAction.onHandle?.()

    const redirectThenPublish = async () => {
      try {
        await (move ? createMoveRedirects(client, move) : deleteRedirectsFrom(client, to))
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error))
        return
      }
      publish()
    }

    return {
      ...defaultAction,
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
