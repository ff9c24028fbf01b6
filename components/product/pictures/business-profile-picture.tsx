import { stegaClean } from 'next-sanity'
import { Icon } from '../../ui/icon.tsx'
import { onlyWide, type PictureOf, type PictureProps } from './picture.ts'

/** Lines that a hero shows on a phone. */
const SHORT = 3

type Line = NonNullable<PictureOf<'businessProfilePicture'>['lines']>[number]

/** A business profile twice: what was missing or wrong, and what is filled in. */
export function BusinessProfilePicture({ picture, words, isHero }: PictureProps<'businessProfilePicture'>) {
  const { business, lines = [] } = picture
  const { before, after, missing } = words.product
  const cards = [
    { name: before, isAfter: false },
    { name: after, isAfter: true },
  ]
  const value = ({ before: was, after: is }: Line, isAfter: boolean) => {
    if (isAfter) return is
    return stegaClean(was) ? was : <span className="text-primary">{missing}</span>
  }
  return (
    <div className="grid grid-cols-2 gap-x-3 sm:gap-x-4">
      {cards.map(({ name, isAfter }) => (
        <div
          key={String(isAfter)}
          className={`grid grid-rows-subgrid rounded-2xl border p-4 sm:p-5 ${isAfter ? 'border-accent/40 bg-card' : 'border-dashed border-input'}`}
          style={{ gridRow: `span ${lines.length + 1}` }}
        >
          <div className="pb-3">
            <p className={`flex items-center justify-between ${isAfter ? 'text-accent' : 'text-muted-foreground'}`}>
              {name}
              {isAfter && <Icon name="check" size={18} />}
            </p>
            <p className="mt-1 font-display text-lg leading-tight font-semibold">{business}</p>
          </div>
          <dl className="contents">
            {lines.map((line, index) => (
              <div key={line._key} className={`border-t py-2 leading-snug ${onlyWide(isHero && index >= SHORT)}`}>
                <dt className="text-muted-foreground">{line.label}</dt>
                <dd className={isAfter ? 'font-medium' : ''}>{value(line, isAfter)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  )
}
