import { createImageUrlBuilder } from '@sanity/image-url'
import { useEffect, useState } from 'react'
import { getPublishedId, type ObjectInputProps, useClient, useEditState, useFormValue } from 'sanity'
import { buildShareImagePath, SHARE_IMAGE_SIZE } from '../../../../lib/site/seo/page-texts.ts'
import { apiVersion } from '../../../api-version.ts'
import { getSiteOrigin } from '../../shared/studio-address.ts'
import {
  type PagePreview,
  type EditedDocument,
  findPagePath,
  buildPagePreview,
  type Seo,
  type SiteTexts,
} from './page-preview.ts'
import * as styles from './styles.ts'

/** Formats the address like a search engine: `ductwise.com › blog › one-post`. */
function formatBreadcrumb(siteUrl: string, path: string | undefined): string {
  const segments = (path ?? '/…').split('/').filter(Boolean)
  return [new URL(siteUrl).host, ...segments].join(' › ')
}

/** Delays before the share image loads again. The site updates shortly after a publish in the Studio. */
const RETRY_DELAYS_MS = [500, 2_000, 8_000]

function SharePicture({ src }: { src: string | undefined }) {
  const [failures, setFailures] = useState(0)
  const [isWaiting, setIsWaiting] = useState(false)
  useEffect(() => {
    const delayMs = RETRY_DELAYS_MS[failures - 1]
    if (!isWaiting || delayMs === undefined) return
    const timer = setTimeout(setIsWaiting, delayMs, false)
    return () => clearTimeout(timer)
  }, [isWaiting, failures])
  if (!src || isWaiting) return <div style={styles.noPicture}>The site creates it when you publish the page.</div>
  const retryLater = () => {
    setFailures(failures + 1)
    setIsWaiting(true)
  }
  return <img src={src} alt="" style={styles.picture} onError={retryLater} />
}

type Props = {
  page: PagePreview
  siteUrl: string
}

export function SearchPreview({ page, siteUrl }: Props) {
  const { path, brand, title, description, isHidden } = page
  return (
    <figure style={styles.figure}>
      <figcaption style={styles.caption}>In search results</figcaption>
      <div style={styles.card} data-testid="search-preview">
        {isHidden ? (
          <p style={styles.note}>Hidden from search engines.</p>
        ) : (
          <div style={styles.result}>
            <div style={styles.site}>{brand}</div>
            <div style={styles.address}>{formatBreadcrumb(siteUrl, path)}</div>
            <div style={styles.title}>{title}</div>
            <div style={styles.description}>
              {description ?? 'Without a description, search engines pick text from the page.'}
            </div>
          </div>
        )}
      </div>
    </figure>
  )
}

export function SharePreview({ page, siteUrl, picture }: Props & { picture: string | undefined }) {
  const { title, description } = page
  return (
    <figure style={styles.figure}>
      <figcaption style={styles.caption}>When shared</figcaption>
      <div style={styles.shareCard} data-testid="share-preview">
        <SharePicture key={picture} src={picture} />
        <div style={styles.shareTexts}>
          <div style={styles.address}>{new URL(siteUrl).host}</div>
          <div style={styles.shareTitle}>{title}</div>
          {description && <div style={styles.shareDescription}>{description}</div>}
        </div>
      </div>
    </figure>
  )
}

const SETTINGS_ID = 'siteSettings'

function usePicture({ image }: PagePreview, document: EditedDocument, field: string): string | undefined {
  const client = useClient({ apiVersion })
  const { published } = useEditState(getPublishedId(String(document._id)), document._type, 'low')
  if (image?.asset) {
    const { width, height } = SHARE_IMAGE_SIZE
    return createImageUrlBuilder(client).image(image).width(width).height(height).fit('crop').url()
  }
  const path = published && findPagePath(published, field)
  // The query string invalidates the browser cache after a publish.
  return path ? `${getSiteOrigin()}${buildShareImagePath(path)}?v=${published._rev}` : undefined
}

export function SeoInput(props: ObjectInputProps) {
  const document = useFormValue([]) as EditedDocument
  const { draft, published, ready } = useEditState(SETTINGS_ID, SETTINGS_ID, 'low')
  const settings = document._type === SETTINGS_ID ? document : (published ?? draft)
  // Show no brand until the settings load, instead of the default brand.
  const site = (ready ? settings : { brand: '' }) as SiteTexts | null
  const field = String(props.path[0])
  const page = buildPagePreview(props.value as Seo | undefined, document, { field, site })
  const picture = usePicture(page, document, field)
  return (
    <>
      <SearchPreview page={page} siteUrl={getSiteOrigin()} />
      {props.renderDefault(props)}
      <SharePreview page={page} siteUrl={getSiteOrigin()} picture={picture} />
    </>
  )
}
