// Every page loads the three error pages: from here they come with the root, once, instead of in a
// file each.
import './(console)/error.tsx'
import './error.tsx'
import './global-error.tsx'
import './globals.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { NewVersion } from '#components/frame/new-version.tsx'
import { lookAttributes, lookCookie, readLook } from '#components/frame/look/look.ts'

// The font loader reads these calls without running them, so every value is written out.
const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--font-inter',
  weight: '100 900',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
    },
  ],
})

// Names from other alphabets' neighbours (ł, ő, ş): fetched only when a page holds such a letter.
const interExtended = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  variable: '--font-inter-ext',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
    },
  ],
})

const jetbrains = localFont({
  src: '../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  variable: '--font-jetbrains',
  weight: '100 800',
  preload: false,
  adjustFontFallback: false,
})

export const metadata: Metadata = {
  title: { default: 'Billing console', template: '%s · Billing console' },
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfbfa' },
    { media: '(prefers-color-scheme: dark)', color: '#131413' },
  ],
}

/**
 * The root of every page. Reading the request makes every page dynamic, which the content security
 * policy needs: each reply has its own nonce, and Base UI puts it on the style elements that it
 * makes.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const policy = (await headers()).get('content-security-policy')
  const nonce = policy?.match(/'nonce-([^']+)'/)?.[1]
  const look = readLook((await cookies()).get(lookCookie)?.value)
  return (
    // A person may change the look before hydration ends; the attributes on the page win.
    <html
      lang="en"
      {...lookAttributes(look)}
      className={`${inter.variable} ${interExtended.variable} ${jetbrains.variable}`}
      suppressHydrationWarning
    >
      <body>
        <CSPProvider nonce={nonce}>
          {children}
          <NewVersion />
        </CSPProvider>
      </body>
    </html>
  )
}
