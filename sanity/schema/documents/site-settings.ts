import { CogIcon } from '@sanity/icons/Cog'
import { defineType } from 'sanity'
import { bookingField, contactField } from '../fields/settings-contact.ts'
import {
  footerColumnsField,
  headerLinksField,
  offersNewsletterField,
  socialLinksField,
} from '../fields/settings-navigation.ts'
import { listingIntroFields, notFoundField } from '../fields/settings-listings.ts'
import { brandField, defaultSeoField, sampleNoticeField, taglineField, trustField } from '../fields/settings-brand.ts'

export const siteSettingsType = defineType({
  name: 'siteSettings',
  title: 'Site settings',
  type: 'document',
  icon: CogIcon,
  groups: [
    { name: 'brand', title: 'Brand', default: true },
    { name: 'navigation', title: 'Header and footer' },
    { name: 'contact', title: 'Contact and booking' },
    { name: 'trust', title: 'Trust' },
    { name: 'listings', title: 'Lists and 404' },
    { name: 'seo', title: 'Search and sharing' },
  ],
  fields: [
    brandField,
    taglineField,
    sampleNoticeField,
    headerLinksField,
    footerColumnsField,
    socialLinksField,
    offersNewsletterField,
    contactField,
    bookingField,
    trustField,
    notFoundField,
    ...listingIntroFields,
    defaultSeoField,
  ],
  preview: { select: { title: 'brand', subtitle: 'tagline' } },
})
