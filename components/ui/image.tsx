import { getImageProps, type ImageProps } from 'next/image'
import { IMAGE_QUALITY } from '@/lib/constants.ts'
import { resolveImage, type ImageSource } from '../../sanity/image.ts'

type OptimizedImageProps = Omit<ImageProps, 'quality'> & {
  /** One file for all screens, that of sharp ones: for what is too small to be worth a choice. */
  hasOneFile?: boolean
}

/**
 * `next/image` without its component, whose script every page would have to load: sizes, formats and the blurred
 * placeholder come from the same optimiser.
 */
export function OptimizedImage({ alt, hasOneFile = false, ...options }: OptimizedImageProps) {
  const { props } = getImageProps({ ...options, alt, quality: IMAGE_QUALITY })
  // oxlint-disable-next-line next/no-img-element -- its properties are those of next/image
  return <img {...props} alt={alt} srcSet={hasOneFile ? undefined : props.srcSet} />
}

type ContentImageProps = {
  source: (ImageSource & { caption?: string | null; isDarkDrawing?: boolean | null }) | null
  /** Widest rendering in CSS pixels. */
  width: number
  /** As the `sizes` attribute: how wide the image is at which viewport. */
  sizes: string
  aspectRatio?: number
  className?: string
  /** For the image itself, for example another aspect ratio on narrow screens. */
  imageClassName?: string
  /** Whether it is seen at once: then it is loaded at once. */
  isFirst?: boolean
  /** Whether a blurred one stands in for it until it is there: not worth the bytes for each of many in a list. */
  hasPlaceholder?: boolean
}

/** Device pixels a CSS pixel at most: sharper is not seen. */
const DENSITY = 2

/** A drawing on a dark ground, dark on light where the page is light: lightness changes and hues stay, of its edge as well. */
const DARK_DRAWING =
  'light:[filter:invert(1)_hue-rotate(180deg)] light:outline-foreground/80 print:[filter:invert(1)_hue-rotate(180deg)]'

/** An image from the CMS, cropped as the editor chose; nothing when a draft has none yet. */
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
