import { NewsletterForm } from '../newsletter/newsletter-form.tsx'
import { Link } from '../../ui/link.tsx'
import { Brand } from '../../ui/brand.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { Trust } from './trust.tsx'
import type { Shell } from '../types/blocks.ts'
import { buildPhoneHref } from '@/lib/values/phone.ts'

type Settings = NonNullable<Shell['settings']>

function Contact({ contact }: { contact: Settings['contact'] }) {
  if (!contact) return null
  const { phone, email, siteUrl } = contact
  const rows = [
    { text: phone, href: phone && buildPhoneHref(phone) },
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

export function Footer({ brand, settings, labels, badges, integrations, isPreview, offersNewsletter }: Shell) {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <Trust trust={settings?.trust ?? null} labels={labels.footer} {...{ brand, badges, integrations, isPreview }} />
        <div className="grid gap-x-8 gap-y-8 py-10 md:gap-y-12 md:py-20 lg:grid-cols-12 print:py-6">
          <div className="lg:col-span-4">
            <Brand brand={brand} />
            {settings?.tagline && <p className="mt-4 max-w-88 text-muted-foreground">{settings.tagline}</p>}
            <Contact contact={settings?.contact ?? null} />
          </div>
          <LinkColumns columns={settings?.footerColumns ?? null} />
        </div>
        {offersNewsletter && <NewsletterForm labels={labels.newsletter} problemLabels={labels.contactProblems} />}
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t py-6 lg:grid lg:grid-cols-12">
          <p className="label text-muted-foreground lg:col-span-4">© {brand}</p>
          {/* The links show names instead of logos, because logos would cost a request and require a license. */}
          {settings?.socialLinks && settings.socialLinks.length > 0 && (
            <ul className="flex flex-wrap gap-x-6 lg:col-span-5 print:hidden">
              {settings.socialLinks.map(({ _key, platform, url }) => (
                <li key={_key}>
                  <Link href={url} className="touch-link text-note">
                    {platform ? PLATFORMS[platform] : url}
                  </Link>
                </li>
              ))}
            </ul>
          )}
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
