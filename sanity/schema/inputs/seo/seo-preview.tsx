import { useEffect, useState } from 'react'
import type { PagePreview } from './page-preview.ts'
import * as styles from './styles.ts'

/** Address of a page as search engines write it: `ductwise.com › blog › one-post`. */
function breadcrumb(siteUrl: string, path: string | undefined): string {
  const segments = (path ?? '/…').split('/').filter(Boolean)
  return [new URL(siteUrl).host, ...segments].join(' › ')
}

/** Milliseconds until a picture that failed is asked for again: the site hears of a publish a moment after the Studio. */
const ASKED_AGAIN_AFTER = [500, 2_000, 8_000]

/** The picture for sharing, or why there is none yet. */
function SharePicture({ src }: { src: string | undefined }) {
  const [failures, setFailures] = useState(0)
  const [isWaiting, setIsWaiting] = useState(false)
  useEffect(() => {
    const delay = ASKED_AGAIN_AFTER[failures - 1]
    if (!isWaiting || delay === undefined) return
    const timer = setTimeout(setIsWaiting, delay, false)
    return () => clearTimeout(timer)
  }, [isWaiting, failures])
  if (!src || isWaiting) return <div style={styles.noPicture}>The site draws it when the page is published.</div>
  const wait = () => {
    setFailures(failures + 1)
    setIsWaiting(true)
  }
  return <img src={src} alt="" style={styles.picture} onError={wait} />
}

type Props = {
  page: PagePreview
  /** Origin of the site. */
  siteUrl: string
}

/** A page as a search engine lists it. */
export function SearchPreview({ page, siteUrl }: Props) {
  const { path, brand, title, description, isHidden } = page
  return (
    <figure style={styles.figure}>
      <figcaption style={styles.caption}>In search results</figcaption>
      <div style={styles.card} data-testid="search-preview">
        {isHidden ? (
          <p style={styles.note}>Search engines are asked not to list this page.</p>
        ) : (
          <div style={styles.result}>
            <div style={styles.site}>{brand}</div>
            <div style={styles.address}>{breadcrumb(siteUrl, path)}</div>
            <div style={styles.title}>{title}</div>
            <div style={styles.description}>
              {description ?? 'Without a description, search engines pick a sentence of the page.'}
            </div>
          </div>
        )}
      </div>
    </figure>
  )
}

/**
 * A page as it looks where somebody shares it.
 * @param props.picture address of the picture for sharing; undefined while there is none
 */
export function SharePreview({ page, siteUrl, picture }: Props & { picture: string | undefined }) {
  const { title, description } = page
  return (
    <figure style={styles.figure}>
      <figcaption style={styles.caption}>Where it is shared</figcaption>
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
