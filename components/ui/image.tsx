import { getImageProps, type ImageProps } from 'next/image'
import { IMAGE_QUALITY } from '@/lib/constants.ts'
import { resolveImage, type ImageSource } from '../../sanity/image.ts'

type OptimizedImageProps = Omit<ImageProps, 'quality'> & {
  /** One source for all densities, for small images. */
  hasOneFile?: boolean
}

/** `next/image` without its client component: same sizes, formats and blur placeholder. */
export function OptimizedImage({ alt, hasOneFile = false, ...options }: OptimizedImageProps) {
  const { props } = getImageProps({ ...options, alt, quality: IMAGE_QUALITY })
  // oxlint-disable-next-line next/no-img-element -- props come from next/image
  return <img {...props} alt={alt} srcSet={hasOneFile ? undefined : props.srcSet} />
}

type ContentImageProps = {
  source: (ImageSource & { caption?: string | null; isDarkDrawing?: boolean | null }) | null
  /** Maximum rendered width in CSS pixels. */
  width: number
  sizes: string
  aspectRatio?: number
  className?: string
  imageClassName?: string
  isFirst?: boolean
  /** Blur placeholder; not worth the bytes in long lists. */
  hasPlaceholder?: boolean
}

/** Maximum device pixels per CSS pixel. */
const DENSITY = 2

/** Inverts lightness of dark drawings in the light theme and keeps hues. */
const DARK_DRAWING =
  'light:[filter:invert(1)_hue-rotate(180deg)] light:outline-foreground/80 print:[filter:invert(1)_hue-rotate(180deg)]'

/** CMS image with the editor's crop; null if a draft has none. */
export function ContentImage({
  source,
  width,
  sizes,
  aspectRatio,
  className,
  imageClassName = '',
  isFirst = false,
  hasPlaceholder = true,
}: ContentImageProps) {
  const image = resolveImage(source, width * DENSITY, aspectRatio)
  if (!image) return null
  return (
    <figure className={className}>
      <OptimizedImage
        src={image.src}
        width={image.width}
        height={image.height}
        alt={source?.alt ?? ''}
        sizes={sizes}
        placeholder={hasPlaceholder && image.blurDataURL ? 'blur' : 'empty'}
        blurDataURL={hasPlaceholder ? image.blurDataURL : undefined}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        className={`h-auto w-full rounded-xl ${source?.isDarkDrawing ? DARK_DRAWING : ''} ${imageClassName}`}
      />
      {source?.caption && <figcaption className="label mt-3 text-muted-foreground">{source.caption}</figcaption>}
    </figure>
  )
}
