import { getImageProps, type ImageProps } from 'next/image'
import { IMAGE_QUALITY } from '@/lib/constants.ts'
import { resolveImage, type ImageSource } from '../../sanity/image.ts'

type OptimizedImageProps = Omit<ImageProps, 'quality'> & {
  /** Whether all screen densities use one file. Use it for small images. */
  hasOneFile?: boolean
}

/**
 * Renders the output of `next/image` without its client component. Sizes, formats and blur placeholder are the same.
 */
export function OptimizedImage({ alt, hasOneFile = false, ...options }: OptimizedImageProps) {
  const { props } = getImageProps({ ...options, alt, quality: IMAGE_QUALITY })
  // oxlint-disable-next-line next/no-img-element -- next/image provides the props
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
  /** Whether the image has a blur placeholder. In long lists the placeholders cost too many bytes. */
  hasPlaceholder?: boolean
}

/** Maximum device pixels per CSS pixel. */
const PIXEL_DENSITY = 2

/** Classes that invert the lightness of dark drawings in the light theme and keep their hues. */
const DARK_DRAWING_CLASS =
  'light:[filter:invert(1)_hue-rotate(180deg)] light:outline-foreground/80 print:[filter:invert(1)_hue-rotate(180deg)]'

/** Renders a CMS image with the editor's crop. Returns null if a draft has no image. */
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
  const image = resolveImage(source, width * PIXEL_DENSITY, aspectRatio)
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
        className={`h-auto w-full rounded-xl ${source?.isDarkDrawing ? DARK_DRAWING_CLASS : ''} ${imageClassName}`}
      />
      {source?.caption && <figcaption className="label mt-3 text-muted-foreground">{source.caption}</figcaption>}
    </figure>
  )
}
