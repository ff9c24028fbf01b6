import { OptimizedImage } from '../ui/optimized-image.tsx'

/** Size in CSS pixels, and length of the text that stands in for a logo that does not load. */
const LOGO = { width: 78, height: 36, fallbackCharacters: 8 }

/** A logo of 78 x 36. The shell script marks one that fails, and the first letters of its name take its place. */
export function Logo({ name, src }: { name: string; src: string | undefined }) {
  const letters = [...name].slice(0, LOGO.fallbackCharacters).join('')
  return (
    <span className="logo" data-failed={src ? undefined : ''} suppressHydrationWarning>
      {src && <OptimizedImage src={src} alt={letters} width={LOGO.width} height={LOGO.height} data-logo />}
      <span aria-hidden="true">{letters}</span>
    </span>
  )
}
