import { NewsletterForm } from '../newsletter/newsletter-form.tsx'
import { Link } from '../ui/link.tsx'
import { Brand } from './brand.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { Trust } from './trust.tsx'
import type { Shell } from './types.ts'
import { phoneHref } from '@/lib/phone.ts'

type Settings = NonNullable<Shell['settings']>

/** Phone, mail and web address, each as far as it is known. */
function Contact({ contact }: { contact: Settings['contact'] }) {
  if (!contact) return null
  const { phone, email, siteUrl } = contact
  const rows = [
    { text: phone, href: phone && phoneHref(phone) },
    { text: email, href: email && `mailto:${email}` },
    { text: siteUrl?.replace(/^https?:\/\//, ''), href: siteUrl },
  ]
  return (
    <address>
      {rows.map(
        ({ text, href }) =>
          text && (
            <Link key={text} href={href}>
              {text}
            </Link>
          ),
      )}
    </address>
  )
}

/** A column for each group of links; on a phone two of them, whose groups are closed until asked for. */
function LinkColumns({ columns }: { columns: Settings['footerColumns'] }) {
  return (
    <div className="footer-columns lg:col-span-8 print:hidden">
      {columns?.map(({ _key, title, links }) => (
        <nav key={_key} aria-label={title ?? undefined}>
          <h2 className="label">{title}</h2>
          <details>
            <summary>
              {title}
              <span className="chevron" />
            </summary>
            <ul>
              {links?.map((link) => (
                <li key={link._key}>
                  <Link href={link.href}>{link.label}</Link>
                </li>
              ))}
            </ul>
          </details>
        </nav>
      ))}
    </div>
  )
}

const PLATFORMS = { linkedin: 'LinkedIn', youtube: 'YouTube', facebook: 'Facebook', instagram: 'Instagram', x: 'X' }

/** Profiles elsewhere, by name: no logo needs to be loaded or licensed. */
function SocialLinks({ links }: { links: Settings['socialLinks'] }) {
  if (!links?.length) return null
  return (
    <ul className="flex flex-wrap gap-x-6 lg:col-span-5 print:hidden">
      {links.map(({ _key, platform, url }) => (
        <li key={_key}>
          <Link href={url} className="touch-link text-note">
            {platform ? PLATFORMS[platform] : url}
          </Link>
        </li>
      ))}
    </ul>
  )
}

type FooterProps = Pick<
  Shell,
  'brand' | 'settings' | 'words' | 'badges' | 'integrations' | 'isPreview' | 'offersNewsletter'
>

/** Footer of every page. */
export function Footer({ brand, settings, words, badges, integrations, isPreview, offersNewsletter }: FooterProps) {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <Trust
          brand={brand}
          trust={settings?.trust ?? null}
          words={words.footer}
          badges={badges}
          integrations={integrations}
          isPreview={isPreview}
        />
        <div className="grid gap-x-8 gap-y-8 py-10 md:gap-y-12 md:py-20 lg:grid-cols-12 print:py-6">
          <div className="lg:col-span-4">
            <Brand brand={brand} />
            {settings?.tagline && <p className="mt-4 max-w-88 text-muted-foreground">{settings.tagline}</p>}
            <Contact contact={settings?.contact ?? null} />
          </div>
          <LinkColumns columns={settings?.footerColumns ?? null} />
        </div>
        {offersNewsletter && <NewsletterForm words={words.newsletter} problemWords={words.contactProblems} />}
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t py-6 lg:grid lg:grid-cols-12">
          <p className="label text-muted-foreground lg:col-span-4">© {brand}</p>
          <SocialLinks links={settings?.socialLinks ?? null} />
          <div className="justify-self-end lg:col-span-3">
            <ThemeSwitch />
          </div>
        </div>
        {settings?.sampleNotice && (
          <p className="label border-t py-6 text-muted-foreground">
            <span className="block max-w-176">{settings.sampleNotice}</span>
          </p>
        )}
      </div>
    </footer>
  )
}
