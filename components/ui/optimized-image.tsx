import { getImageProps, type ImageProps } from 'next/image'

type OptimizedImageProps = Omit<ImageProps, 'quality'> & { 'data-logo'?: boolean }

/** Quality of every image, as the optimiser is configured. */
const QUALITY = 75

/**
 * `next/image` without its component, whose script every page would have to load: sizes, formats and the blurred
 * placeholder come from the same optimiser.
 */
export function OptimizedImage({ alt, ...options }: OptimizedImageProps) {
  const { props } = getImageProps({ ...options, alt, quality: QUALITY })
  // oxlint-disable-next-line next/no-img-element -- its properties are those of next/image
  return <img {...props} alt={alt} />
}
