#!/bin/sh
# The backup of each night of compose.yaml: install -m 0755 nightly-backup.sh /etc/cron.daily/billing-operations-console-backup
docker exec billing-operations-console-console-1-1 /bin/sh -ec '
  mkdir -p /var/lib/billing-operations-console/backups
  file=/var/lib/billing-operations-console/backups/console-$(date -u +%Y-%m-%dT%H%M%SZ)
  "/opt/billing-operations-console/bin/console" backup "$file"
  "/opt/billing-operations-console/bin/console" backup verify "$file"
  find /var/lib/billing-operations-console/backups -name "console-*" -mtime +30 -delete
'
