import { UnpublishIcon } from '@sanity/icons/Unpublish'
import { useState } from 'react'
import { useDocumentOperation, useDocumentPairPermissions } from 'sanity'
import type { DocumentActionComponent } from 'sanity'

import { publicPath } from '../../sanity/content-types.ts'

const consequence = (path: string | undefined): string =>
  path
    ? `Visitors can no longer open ${path}. The content stays here as a draft.`
    : 'It will no longer appear on the site. The content stays here as a draft.'

/** Adds the unpublish action to the draft view. Sanity offers it only in the published view. */
export const unpublishAnywhere = (useUnpublish: DocumentActionComponent): DocumentActionComponent => {
  const UnpublishAnywhere: DocumentActionComponent = (props) => {
    const { id, type, published, release, version } = props
    const standard = useUnpublish(props)
    const { unpublish } = useDocumentOperation(id, type)
    const [permission] = useDocumentPairPermissions({ id, type, permission: 'unpublish' })
    const [isAsking, setAsking] = useState(false)

    if (standard || !published || release || version || !permission?.granted) return standard
    return {
      label: 'Unpublish',
      icon: UnpublishIcon,
      tone: 'critical',
      disabled: unpublish.disabled !== false,
      onHandle: () => setAsking(true),
      dialog: isAsking && {
        type: 'confirm',
        tone: 'critical',
        message: consequence(publicPath(published)),
        confirmButtonText: 'Unpublish',
        onCancel: () => setAsking(false),
        onConfirm: () => {
          setAsking(false)
          unpublish.execute()
        },
      },
    }
  }
  return Object.assign(UnpublishAnywhere, { action: useUnpublish.action, displayName: 'UnpublishAnywhere' })
}
