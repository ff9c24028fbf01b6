import { Icon } from '../../ui/icon.tsx'
import { onlyWide, type PictureProps } from './picture.ts'

/** Parts that a hero shows on a phone. */
const SHORT = 2

/** A small page with its headings: what is true of one town and not of the next. */
export function TownPagePicture({ picture, isHero }: PictureProps<'townPagePicture'>) {
  const { address, title, sections = [] } = picture
  return (
    <div className="overflow-hidden rounded-2xl panel">
      <p className="data truncate border-b bg-muted px-5 py-3 text-muted-foreground">{address}</p>
      <div className="px-5 pt-6 pb-2 sm:px-7">
        <p className="font-display text-2xl leading-tight font-semibold">{title}</p>
        <ul className="mt-5">
          {sections.map(({ _key, title: heading, text }, index) => (
            <li
              key={_key}
              className={`grid grid-cols-[1.25rem_minmax(0,1fr)] gap-3 border-t py-4 leading-snug ${onlyWide(isHero && index >= SHORT)}`}
            >
              <Icon name="check" size={18} className="mt-0.5 text-accent" />
              <span>
                <span className="block font-semibold">{heading}</span>
                <span className="mt-1 block text-muted-foreground">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
