#!/bin/sh
# The database and its two roles, as operate.md explains. PostgreSQL's image runs this once.
psql --username postgres --set ON_ERROR_STOP=1 --set "owner=$CONSOLE_OWNER_PASSWORD" --set "app=$CONSOLE_APP_PASSWORD" <<'SQL'
CREATE ROLE console_owner LOGIN PASSWORD :'owner';
CREATE ROLE console_app LOGIN PASSWORD :'app';
CREATE DATABASE console OWNER console_owner;
\c console
ALTER SCHEMA public OWNER TO console_owner;
SQL
