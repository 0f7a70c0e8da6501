#!/bin/sh
# Makes the secrets of compose.yaml and its .env, each once: what is there stays.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
# The containers' users read the files; nobody else enters the folder.
random() { head -c 33 /dev/urandom | base64 | tr -d '\n' | tr '+/' '-_'; }
write() { [ -e "secrets/$1" ] || { printf '%s\n' "$2" > "secrets/$1"; chmod 644 "secrets/$1"; echo "secrets/$1 is made."; }; }
write database_password "$(random)"
write database_url "postgresql://waybill:$(cat secrets/database_password)@database:5432/waybill"
write secrets_key "$(random)"
write metrics_token "$(random)"
[ -e .env ] || {
  cat > .env <<'END'
# Variables of compose.yaml. Single quotes around a value keep every character in it.
WAYBILL_HOST=''
SMTP_URL=''
MAIL_FROM=''
END
  echo ".env is made: fill it in."
}
