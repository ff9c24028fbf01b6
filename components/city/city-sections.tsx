import { Prose } from '../ui/prose.tsx'
import type { City } from './types.ts'

/** What is different in this city, in a few sections of text. */
export function CitySections({ sections }: { sections: City['sections'] }) {
  if (!sections?.length) return null
  return (
    <div className="border-y border-line bg-sunken">
      <div className="wrap divide-y divide-line">
        {sections.map(({ _key, heading, body }) => (
          <section key={_key} className="grid gap-x-12 gap-y-6 py-12 md:py-20 lg:grid-cols-12">
            <h2 className="text-[clamp(1.6rem,1.2rem+1.4vw,2.25rem)] lg:col-span-5">{heading}</h2>
            <Prose value={body} className="lg:col-span-7" />
          </section>
        ))}
      </div>
    </div>
  )
}
