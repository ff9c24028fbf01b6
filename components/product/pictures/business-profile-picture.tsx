import { stegaClean } from 'next-sanity'
import { Icon } from '../../ui/icon.tsx'
import type { PictureProps } from './picture.ts'

/** A business profile line by line: what it said before, and beside it what it says now. */
export function BusinessProfilePicture({ picture, words }: PictureProps<'businessProfilePicture'>) {
  const { search, business, lines = [] } = picture
  const { before, after: now, missing } = words.product
  return (
    <div className="flex flex-col overflow-hidden rounded-2xl panel">
      {search && (
        <p className="flex items-center gap-3 border-b bg-muted px-5 py-3 text-muted-foreground">
          <Icon name="search" size={18} />
          {search}
        </p>
      )}
      <div className="flex flex-1 flex-col px-5 pt-4 pb-2 sm:px-7 sm:pt-5">
        <p className="font-display text-xl leading-tight font-semibold">{business}</p>
        <p className="mt-3 grid grid-cols-2 gap-x-4 pb-2 font-semibold" aria-hidden="true">
          <span className="text-primary">{before}</span>
          <span className="text-accent">{now}</span>
        </p>
        <dl className="grid flex-1">
          {lines.map(({ _key, label, before: was, after }) => (
            <div key={_key} className="grid grid-cols-2 content-center gap-x-4 border-t py-2 leading-snug">
              <dt className="col-span-full text-muted-foreground">{label}</dt>
              <dd>
                <span className="sr-only">{before}: </span>
                {stegaClean(was) ? was : missing}
              </dd>
              <dd className="font-medium">
                <span className="sr-only">{now}: </span>
                {after}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}
