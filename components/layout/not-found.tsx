import { Actions } from '../ui/actions.tsx'
import type { Shell } from './types.ts'

type Props = { copy?: NonNullable<Shell['settings']>['notFound'] | undefined }

/** For a site whose editors have not written their own. */
const OWN_WORDS = {
  heading: 'Nobody picks up at this address',
  text: 'The page was moved, renamed or never published. If you followed a link on this site, the link is wrong, not you.',
  links: [
    { _key: 'home', label: 'Go to the home page', href: '/' },
    { _key: 'cities', label: 'See all cities', href: '/hvac-ai-sdr' },
  ],
}

/** No document has this address: what happened and where to go, in the words of the CMS. */
export function NotFound({ copy }: Props) {
  return (
    <section className="wrap band min-h-[60vh]">
      <p className="label text-ember">404</p>
      <h1 className="mt-5 max-w-[18ch] text-hero leading-[0.98] tracking-[-0.035em]">
        {copy?.heading ?? OWN_WORDS.heading}
      </h1>
      <p className="mt-7 max-w-[34rem] text-lead text-muted">{copy?.text ?? OWN_WORDS.text}</p>
      <Actions actions={copy?.links?.length ? copy.links : OWN_WORDS.links} className="mt-9" />
    </section>
  )
}
