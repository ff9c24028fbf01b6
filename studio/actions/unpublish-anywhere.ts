import { UnpublishIcon } from '@sanity/icons/Unpublish'
import { useState } from 'react'
import { useDocumentOperation, useDocumentPairPermissions } from 'sanity'
import type { DocumentActionComponent } from 'sanity'

import { publicPath } from '../../sanity/content-types.ts'

const describeConsequence = (path: string | undefined): string =>
  path
    ? `Visitors can no longer open ${path}. The content stays here as a draft.`
    : 'It will no longer appear on the site. The content stays here as a draft.'

/** Adds the unpublish action to the draft view. Sanity offers it only in the published view. */
export const createUnpublishAnywhere = (useUnpublish: DocumentActionComponent): DocumentActionComponent => {
  const UnpublishAnywhere: DocumentActionComponent = (props) => {
    const { id, type, published, release, version } = props
    const defaultAction = useUnpublish(props)
    const { unpublish } = useDocumentOperation(id, type)
    const [permission] = useDocumentPairPermissions({ id, type, permission: 'unpublish' })
    const [isConfirming, setIsConfirming] = useState(false)

    if (defaultAction || !published || release || version || !permission?.granted) return defaultAction
    return {
      label: 'Unpublish',
      icon: UnpublishIcon,
      tone: 'critical',
      disabled: unpublish.disabled !== false,
      onHandle: () => setIsConfirming(true),
      dialog: isConfirming && {
        type: 'confirm',
        tone: 'critical',
        message: describeConsequence(publicPath(published)),
        confirmButtonText: 'Unpublish',
        onCancel: () => setIsConfirming(false),
        onConfirm: () => {
          setIsConfirming(false)
          unpublish.execute()
        },
      },
    }
  }
  return Object.assign(UnpublishAnywhere, { action: useUnpublish.action, displayName: 'UnpublishAnywhere' })
}
