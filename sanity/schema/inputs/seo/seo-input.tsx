import { createImageUrlBuilder } from '@sanity/image-url'
import { getPublishedId, type ObjectInputProps, useClient, useEditState, useFormValue } from 'sanity'
import { drawnShareImage, SHARE_IMAGE } from '../../../../lib/seo/page-texts.ts'
import { apiVersion } from '../../../api-version.ts'
import { siteOrigin } from '../../studio-address.ts'
import { type Edited, pagePath, pagePreview, type PagePreview, type Seo, type SiteTexts } from './page-preview.ts'
import { SearchPreview, SharePreview } from './seo-preview.tsx'

const SETTINGS = 'siteSettings'

/** Address of the picture for sharing: the editor's, else the one that the site draws of the published page. */
function usePicture({ image }: PagePreview, document: Edited, field: string): string | undefined {
  const client = useClient({ apiVersion })
  const { published } = useEditState(getPublishedId(String(document._id)), document._type, 'low')
  if (image?.asset) {
    const { width, height } = SHARE_IMAGE
    return createImageUrlBuilder(client).image(image).width(width).height(height).fit('crop').url()
  }
  // The site has no picture yet at an address that is only typed.
  const path = published && pagePath(published, field)
  // The site ignores the query; it makes the browser ask again after a publish.
  return path ? `${siteOrigin()}${drawnShareImage(path)}?v=${published._rev}` : undefined
}

/** The fields for search engines: above the texts what a search engine lists, below the picture the card where it is shared. */
export function SeoInput(props: ObjectInputProps) {
  const document = useFormValue([]) as Edited
  const { draft, published, ready } = useEditState(SETTINGS, SETTINGS, 'low')
  const settings = document._type === SETTINGS ? document : (published ?? draft)
  // Until the settings are there the preview is without a brand, rather than with the one of a site that has none.
  const site = (ready ? settings : { brand: '' }) as SiteTexts | null
  const field = String(props.path[0])
  const page = pagePreview(props.value as Seo | undefined, document, { field, site })
  const picture = usePicture(page, document, field)
  return (
    <>
      <SearchPreview page={page} siteUrl={siteOrigin()} />
      {props.renderDefault(props)}
      <SharePreview page={page} siteUrl={siteOrigin()} picture={picture} />
    </>
  )
}
