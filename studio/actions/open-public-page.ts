import { LaunchIcon } from '@sanity/icons/Launch'
import type { DocumentActionComponent } from 'sanity'

import { publicPath } from '../../sanity/content-types.ts'

/** Document action that opens the page as visitors see it now, at the site's public origin. */
export const openPublicPage = (siteUrl: string): DocumentActionComponent => {
  const OpenPublicPage: DocumentActionComponent = ({ published }) => {
    const path = published ? publicPath(published) : undefined
    return {
      label: 'Open public page',
      icon: LaunchIcon,
      disabled: !path,
      title: path ? `${siteUrl}${path}` : 'Publish it first: visitors cannot see it yet',
      onHandle: () => window.open(`${siteUrl}${path ?? '/'}`, '_blank', 'noopener'),
    }
  }
  OpenPublicPage.displayName = 'OpenPublicPage'
  return OpenPublicPage
}
