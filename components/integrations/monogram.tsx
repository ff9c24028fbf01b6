import { stegaClean } from 'next-sanity'

/** Two letters of a name: its capitals and figures, or its first two where it has only one of them. */
function lettersOf(name: string): string {
  const telling = name.match(/[\p{Lu}\p{N}]/gu) ?? []
  return telling.length > 1 ? telling.slice(0, 2).join('') : name.slice(0, 2).toUpperCase()
}

/** Two letters of a name on a neutral tile: no mark of anybody's. */
export function Monogram({ name }: { name: string | null }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-11 flex-none place-items-center rounded-xl border bg-muted font-display font-semibold"
    >
      {lettersOf(stegaClean(name ?? ''))}
    </span>
  )
}
