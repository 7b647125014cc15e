#!/bin/sh
# Fills the templates beside this file with the values of a settings file, one folder for each kind of machine:
#   sh fill.sh SETTINGS FOLDER
set -eu
umask 077 # the results hold passwords

[ $# -eq 2 ] || { echo "Usage: sh fill.sh SETTINGS FOLDER" >&2; exit 2; }
templates=$(dirname "$0")
settings=$1
folder=$2

script=$(mktemp)
trap 'rm -f "$script"' EXIT

if grep -En '^[A-Z0-9_]+=(|.*[^A-Za-z0-9.:/_@-].*)$' "$settings" >&2; then
  echo "These lines of $settings have no value, or one with other characters than letters, digits and . : / _ -" >&2
  exit 1
fi
sed -n 's|^\([A-Z0-9_]*\)=\(.*\)$|s#@\1@#\2#g|p' "$settings" >"$script"

# fill TEMPLATE RESULT NODE ADDRESS
fill() {
  sed -e "s#@ADDRESS@#$4#g" -f "$script" "$templates/$1" | sed "s#@NODE@#$3#g" >"$2"
  if grep -Hno '@[A-Z0-9_]*@' "$2" >&2; then
    echo "$settings has no value for these." >&2
    exit 1
  fi
}

for node in db1 db2 db3; do
  name=$(echo "$node" | tr db DB)
  address=$(sed -n "s|^$name=||p" "$settings")
  mkdir -p "$folder/$node"
  fill etcd.env "$folder/$node/etcd.env" "$node" "$address"
  fill patroni.yml "$folder/$node/patroni.yml" "$node" "$address"
done
mkdir -p "$folder/app" "$folder/proxy"
for file in pgbouncer.ini userlist.txt; do fill "$file" "$folder/app/$file" app ''; done
for file in haproxy.cfg not-delivered.http not-answered.http; do fill "$file" "$folder/proxy/$file" proxy ''; done
