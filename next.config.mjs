/** @type {import('next').NextConfig} */
export default {
  // Every production build has a folder of its own (lib/commands/build.ts).
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  generateBuildId: () => process.env.CONSOLE_BUILD_ID ?? null,
  reactStrictMode: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  devIndicators: false,
  // They load files by path or choose them when they run, so they stay outside the bundle.
  serverExternalPackages: ['pg', 'pino', 'better-auth', 'pg-boss', 'prom-client'],
  // The image optimizer has a history of remote code execution and nothing here needs it.
  images: { unoptimized: true },
  // Next's own log prints action arguments in development; they hold health information.
  logging: false,
  // `npm run types` checks them, in every test run; whoever only starts the console need not wait
  // for it.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    serverActions: { bodySizeLimit: '21mb' },
    // 50 MB that nothing reads after a build.
    turbopackSourceMaps: process.env.NODE_ENV !== 'production',
    // 200 MB on disk, which only the next build reads.
    turbopackFileSystemCacheForBuild: process.env.CONSOLE_FIRST_BUILD !== '1',
    // Fewer and larger files: a first page takes less (decision 0036).
    turbopackChunking: { minChunkSize: 200_000 },
    // The folder of a release may be read-only.
    isrFlushToDisk: false,
  },
}
