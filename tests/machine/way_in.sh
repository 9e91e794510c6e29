# Runs in the machine for ARM, which has a copy of the card as another disk: gives it a login with the key of these
# tests, and our wires.
set -e
kernel=$(uname -r)
mount LABEL=garou-root /mnt
[ -d "/mnt/lib/modules/$kernel" ] || { echo "the card's kernel is not $kernel" >&2; exit 1; }
for file in /usr/sbin/sshd $(ldd /usr/sbin/sshd | grep -o '/[^ ]*') /lib/systemd/system/ssh.service \
	/etc/pam.d/sshd /etc/systemd/network/wired.network /etc/modules-load.d/wires.conf; do
	cp --no-clobber --dereference --parents "$file" /mnt
done
cp -r /etc/ssh /mnt/etc
grep ^sshd: /etc/passwd >> /mnt/etc/passwd
install -D -t "/mnt/lib/modules/$kernel/extra" "/lib/modules/$kernel/extra/garou_wires.ko"
depmod -b /mnt "$kernel"
systemctl --quiet --root=/mnt enable ssh systemd-networkd
mkdir -p /mnt/etc/systemd/system/garou.service.d
cat > /mnt/etc/systemd/system/garou.service.d/patient.conf
umount /mnt
