import { getImageProps, type ImageProps } from 'next/image'
import { IMAGE_QUALITY } from '@/lib/constants.ts'

type OptimizedImageProps = Omit<ImageProps, 'quality'> & { 'data-logo'?: boolean }

/**
 * `next/image` without its component, whose script every page would have to load: sizes, formats and the blurred
 * placeholder come from the same optimiser.
 */
export function OptimizedImage({ alt, ...options }: OptimizedImageProps) {
  const { props } = getImageProps({ ...options, alt, quality: IMAGE_QUALITY })
  // oxlint-disable-next-line next/no-img-element -- its properties are those of next/image
  return <img {...props} alt={alt} />
}
